// Loopback sockets and threads for the server that tests transports. With these few POSIX calls, no Swift module has to
// import the C library.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Opens a socket that listens on a free port of 127.0.0.1. Returns its descriptor, or -1.
int decant_socket_listen(uint16_t *port);

/// Waits for a connection. Returns its descriptor, or -1 once the socket is closed.
int decant_socket_accept(int listener);

/// Waits for bytes. Returns their number, or 0 or less once the peer has closed the connection.
long decant_socket_receive(int connection, void *buffer, size_t size);

/// Sends bytes. Returns the number of bytes sent, or 0 or less once the peer has closed the connection.
long decant_socket_send(int connection, const void *bytes, size_t size);

/// Shuts a socket down after pending data, and wakes threads that wait on it. The caller must still close it.
void decant_socket_end(int socket);

/// Ends sending after pending data. The peer can still send.
void decant_socket_end_sending(int connection);

/// Closes a socket.
void decant_socket_close(int socket);

/// Makes closing a connection discard unsent data and reset the connection (RST).
void decant_socket_reset_when_closed(int connection);

/// Runs a function on a new detached thread. Returns 0, or an error number if no thread can be created.
int decant_thread_start(void (*body)(void *), void *context);

/// Waits on the calling thread.
void decant_thread_sleep(long microseconds);

/// Returns the number of open descriptors of the process, or -1 if it is unknown.
int decant_open_descriptors(void);
