package web

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
)

// newToken returns 22 characters that nobody can guess: 128 bits of the system's
// random numbers.
func newToken() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

// digest is what the file keeps of a token: who reads the file cannot play.
func digest(token string) string {
	if token == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// isToken reports whether a token is the one of a digest.
func isToken(token, digested string) bool {
	return token != "" && digested != "" && subtle.ConstantTimeCompare([]byte(digest(token)), []byte(digested)) == 1
}
