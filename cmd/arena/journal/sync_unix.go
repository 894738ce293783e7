//go:build !windows

package journal

import "os"

// syncFolder makes a file that was made in a folder last.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}
