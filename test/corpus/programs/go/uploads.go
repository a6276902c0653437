// Writes what is uploaded for an item to a file. Version 2 forgets to close it.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"sync"
)

var version = "1"

// Until an upload is complete.
var (
	mutex   sync.Mutex
	uploads int
	open    = map[int]*os.File{}
)

func start(folder string) (int, *os.File, error) {
	mutex.Lock()
	defer mutex.Unlock()
	uploads++
	file, err := os.Create(filepath.Join(folder, "upload-"+strconv.Itoa(uploads%50)))
	open[uploads] = file
	return uploads, file, err
}

func finish(upload int) error {
	mutex.Lock()
	defer mutex.Unlock()
	file := open[upload]
	delete(open, upload)
	return file.Close()
}

func main() {
	folder, err := os.MkdirTemp(filepath.Dir(os.Args[0]), "uploads")
	if err != nil {
		log.Fatal(err)
	}
	serve(func(_ *Peer, item string) (string, error) {
		upload, file, err := start(folder)
		if err != nil {
			return "", err
		}
		if _, err := fmt.Fprintf(file, "upload of %s\n", item); err != nil {
			return "", err
		}
		if version == "1" {
			err = finish(upload)
		}
		return fmt.Sprintf("stored %d\n", upload), err
	})
}
