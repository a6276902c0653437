// Gives the quote of an item from its upstream. Version 2 no longer keeps connections to it alive.
package main

import (
	"io"
	"net/http"
)

var version = "1"

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32, DisableKeepAlives: version == "2"}}

func main() {
	serve(func(upstream *Peer, item string) (string, error) {
		quote, err := client.Get("http://" + upstream.Address + "/quotes/" + item)
		if err != nil {
			return "", err
		}
		defer quote.Body.Close()
		text, err := io.ReadAll(quote.Body)
		return string(text), err
	})
}
