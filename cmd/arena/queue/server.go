package queue

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

const (
	// maxPayload is the largest message of the server in this process in bytes.
	maxPayload = 8 << 20
	// startPatience is how long the server may take to get ready.
	startPatience = 30 * time.Second
)

// Server is a NATS server in this process. It listens on the loopback interface alone
// and lets in who knows its password.
type Server struct {
	server *server.Server
	access access
}

// access is how a server is reached. It stays the same when a run is resumed, so that
// workers find the server again.
type access struct {
	Port     int    `json:"port"`
	Password string `json:"password"`
}

// accessName is the file with the access, which only its owner can read.
const accessName = "nats.json"

// serverUser is the name of the server's only user.
const serverUser = "ishi"

// StartServer starts a server that keeps its streams in a folder. It listens on the
// port that it had before, if that is free, or else on a random one.
func StartServer(folder string) (*Server, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	a, err := readAccess(folder)
	if err != nil || !portFree(a.Port) {
		a.Port = server.RANDOM_PORT
	}
	if a.Password == "" {
		a.Password = rand.Text()
	}
	s, err := server.NewServer(&server.Options{
		ServerName: "ishi-arena", Host: "127.0.0.1", Port: a.Port,
		Username: serverUser, Password: a.Password,
		JetStream: true, StoreDir: folder, MaxPayload: maxPayload,
		NoLog: true, NoSigs: true, DisableJetStreamBanner: true,
	})
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	s.Start()
	if !s.ReadyForConnections(startPatience) {
		s.Shutdown()
		return nil, errors.New("queue: the NATS server does not get ready")
	}
	a.Port = s.Addr().(*net.TCPAddr).Port
	result := &Server{server: s, access: a}
	if err := result.access.write(folder); err != nil {
		result.Close()
		return nil, err
	}
	return result, nil
}

// ServerURL returns how the server that keeps its streams in a folder is reached.
func ServerURL(folder string) (string, error) {
	a, err := readAccess(folder)
	if err != nil {
		return "", err
	}
	return a.url(), nil
}

// URL returns how the server is reached, password included.
func (s *Server) URL() string { return s.access.url() }

// Connect connects to the server without a network.
func (s *Server) Connect() (*nats.Conn, error) {
	nc, err := nats.Connect("", nats.InProcessServer(s.server), nats.MaxReconnects(-1),
		nats.UserInfo(serverUser, s.access.Password))
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	return nc, nil
}

// Close ends the server and waits until it is gone.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

func (a access) url() string {
	u := url.URL{
		Scheme: "nats", User: url.UserPassword(serverUser, a.Password),
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(a.Port)),
	}
	return u.String()
}

func (a access) write(folder string) error {
	data, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, accessName), data, 0o600)
}

func readAccess(folder string) (a access, err error) {
	data, err := os.ReadFile(filepath.Join(folder, accessName))
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return access{}, fmt.Errorf("%s: %w", filepath.Join(folder, accessName), err)
	}
	return a, nil
}

// portFree reports whether a port of the loopback interface can be listened on.
func portFree(port int) bool {
	if port <= 0 {
		return false
	}
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return false
	}
	l.Close()
	return true
}
