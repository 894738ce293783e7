package main

import (
	"flag"
	"time"

	"ishi/cmd/arena/queue"
)

// natsFlags adds the flags that say how a NATS server is reached.
func natsFlags(fs *flag.FlagSet, a *queue.Access) {
	fs.StringVar(&a.URL, "nats", "", "URL of a NATS server with JetStream, such as nats://host:4222; several separated by commas")
	fs.StringVar(&a.User, "nats-user", "", "user of the NATS server")
	fs.StringVar(&a.Password, "nats-password", "", "password of the user; the environment is a better place for it")
	fs.StringVar(&a.Token, "nats-token", "", "token of the NATS server")
	fs.StringVar(&a.Creds, "nats-creds", "", "file of credentials for the NATS server")
	fs.StringVar(&a.NKey, "nats-nkey", "", "file with the seed of a key for the NATS server")
	fs.StringVar(&a.CA, "nats-ca", "", "file of the certificates to trust, PEM")
	fs.StringVar(&a.Cert, "nats-cert", "", "file of our certificate, PEM")
	fs.StringVar(&a.Key, "nats-key", "", "file of the certificate's key, PEM")
	fs.BoolVar(&a.TLS, "nats-tls", false, "encrypt the connection")
	fs.BoolVar(&a.Insecure, "nats-insecure", false, "encrypt the connection and trust any server")
}

// usualPatience is how long a worker may be silent before its games go to others.
const usualPatience = 15 * time.Second
