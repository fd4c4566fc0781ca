# Installs the command: make install PREFIX=/usr/local
PREFIX ?= /usr/local

.PHONY: install deb uninstall

install:
	Scripts/package install "$(DESTDIR)$(PREFIX)"

uninstall:
	Scripts/package uninstall "$(DESTDIR)$(PREFIX)"

deb:
	Scripts/package deb
