package main

import (
	"fmt"
	"io"
	"net"
	"os/exec"
	"runtime"

	"ishi/protocol/web"
)

// isLoopback reports whether only this machine can reach an address.
func isLoopback(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// localURL is the address of the page on this machine.
func localURL(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return "http://" + a.String() + "/"
	}
	host := tcp.IP.String()
	if tcp.IP.IsUnspecified() {
		host = "127.0.0.1"
	}
	return fmt.Sprintf("http://%s/", net.JoinHostPort(host, fmt.Sprint(tcp.Port)))
}

// greet says where the board is and who can reach it.
func greet(out io.Writer, a net.Addr, c web.Config) {
	fmt.Fprintf(out, "The board is at %s\n", localURL(a))
	fmt.Fprintf(out, "Games are kept in %s\n", c.Data)
	if isLoopback(a) {
		fmt.Fprintln(out, "Only this machine can reach it; -addr :8080 opens it to the network.")
		return
	}
	fmt.Fprintln(out, "It is OPEN TO THE NETWORK: everybody who can reach this machine can play here.")
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return
	}
	for _, other := range addresses {
		if n, ok := other.(*net.IPNet); ok && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			fmt.Fprintf(out, "  http://%s/\n", net.JoinHostPort(n.IP.String(), fmt.Sprint(tcp.Port)))
		}
	}
}

// openBrowser shows a page in the user's browser.
func openBrowser(url string) error {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	c := exec.Command(name, args...)
	if err := c.Start(); err != nil {
		return err
	}
	go func() { _ = c.Wait() }() // nobody needs to know
	return nil
}
