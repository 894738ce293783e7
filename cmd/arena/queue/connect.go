package queue

import (
	"crypto/tls"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// Access says where a NATS server is and how it lets us in.
type Access struct {
	// URL is one or several addresses, separated by commas: nats://HOST:PORT,
	// tls://HOST:PORT.
	URL            string
	User, Password string
	Token          string
	// Creds is a file of credentials, NKey one with the seed of a key.
	Creds, NKey string
	// CA is a file of the certificates that are trusted, Cert and Key are ours, in PEM.
	CA, Cert, Key string
	// TLS asks for an encrypted connection; Insecure then takes any certificate.
	TLS, Insecure bool
	// Name is told to the server.
	Name string
}

// Check returns an error for a choice that makes no sense.
func (a Access) Check() error {
	switch {
	case a.URL == "":
		return errors.New("nats: no URL")
	case (a.Cert == "") != (a.Key == ""):
		return errors.New("nats-cert and nats-key: want both or none")
	case a.Password != "" && a.User == "":
		return errors.New("nats-password: want nats-user too")
	}
	return nil
}

// Connect connects to a server. A connection that breaks later is made again, as often
// as need be.
func Connect(a Access) (*nats.Conn, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	options := []nats.Option{
		nats.Name(a.Name), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second), nats.Timeout(10 * time.Second),
	}
	if a.User != "" {
		options = append(options, nats.UserInfo(a.User, a.Password))
	}
	if a.Token != "" {
		options = append(options, nats.Token(a.Token))
	}
	if a.Creds != "" {
		options = append(options, nats.UserCredentials(a.Creds))
	}
	if a.NKey != "" {
		key, err := nats.NkeyOptionFromSeed(a.NKey)
		if err != nil {
			return nil, fmt.Errorf("nats-nkey: %w", err)
		}
		options = append(options, key)
	}
	if a.TLS || a.Insecure {
		options = append(options, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: a.Insecure}))
	}
	if a.CA != "" {
		options = append(options, nats.RootCAs(a.CA))
	}
	if a.Cert != "" {
		options = append(options, nats.ClientCert(a.Cert, a.Key))
	}
	nc, err := nats.Connect(a.URL, options...)
	if err != nil {
		return nil, fmt.Errorf("nats: %s: %w", redacted(a.URL), err)
	}
	return nc, nil
}
