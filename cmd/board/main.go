package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"ishi/protocol/web"
)

// Exit codes.
const (
	success = 0
	failure = 1
	misuse  = 2 // of flags
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	o, err := parse(args, errs)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return success
	case err != nil:
		fmt.Fprintf(errs, "board: %v\n", err)
		return misuse
	}
	if o.load != "" {
		err = loadTest(ctx, o, out)
	} else {
		err = serve(ctx, o, out, errs)
	}
	if err != nil {
		fmt.Fprintf(errs, "board: %v\n", err)
		return failure
	}
	return success
}

// Times of HTTP. Sockets have their own.
const (
	headerTimeout = 5 * time.Second
	readTimeout   = 30 * time.Second
	writeTimeout  = time.Minute
	idleTimeout   = 2 * time.Minute
	closeTimeout  = 5 * time.Second
	maxHeader     = 16 << 10
)

// serve plays until ctx is done.
func serve(ctx context.Context, o *options, out, errs io.Writer) error {
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		return err
	}
	config, err := o.config(errs)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	config.Local = isLoopback(listener.Addr())
	server, err := web.Open(config)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	h := &http.Server{
		Handler: server.Handler(), ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
	}
	greet(out, listener.Addr(), config)
	if o.open {
		if err := openBrowser(localURL(listener.Addr())); err != nil {
			fmt.Fprintf(errs, "board: the browser cannot be opened: %v\n", err)
		}
	}
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(listener) }()
	select {
	case err = <-failed:
	case <-ctx.Done():
		fmt.Fprintln(out, "Shutting down; the games are kept.")
	}
	limit, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	closed := server.Close(limit)
	stopped := h.Shutdown(limit)
	return errors.Join(err, closed, stopped)
}
