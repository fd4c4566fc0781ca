// Sockets of the loopback interface and threads, for the server that tests transports: the few calls of POSIX that it needs,
// so that no Swift module has to import the C library.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Opens a socket that listens on a free port of 127.0.0.1; gives its descriptor, or -1.
int decant_socket_listen(uint16_t *port);

/// Waits for a connection; gives its descriptor, or -1 once the socket is closed.
int decant_socket_accept(int listener);

/// Waits for bytes; gives their number, and 0 or less once the other side is gone.
long decant_socket_receive(int connection, void *buffer, size_t size);

/// Sends bytes; gives the number of those sent, and 0 or less once the other side is gone.
long decant_socket_send(int connection, const void *bytes, size_t size);

/// Sends what was handed over, and wakes who waits on the socket; it is still to be closed.
void decant_socket_end(int socket);

/// Gives a socket back.
void decant_socket_close(int socket);

/// Makes closing a connection discard what was not sent and reset the connection (RST).
void decant_socket_reset_when_closed(int connection);

/// Runs a function on a thread of its own; gives 0, or another number if there can be no more threads.
int decant_thread_start(void (*body)(void *), void *context);

/// Waits on the calling thread.
void decant_thread_sleep(long microseconds);

/// The number of descriptors that the process has open, or -1 if that is not known.
int decant_open_descriptors(void);
