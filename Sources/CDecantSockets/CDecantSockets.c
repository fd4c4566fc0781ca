#define _GNU_SOURCE

#include "CDecantSockets.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

int decant_socket_listen(uint16_t *port) {
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0) return -1;
    struct sockaddr_in address = {0};
    socklen_t size = sizeof address;
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, 512) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &size) != 0) {
        close(listener);
        return -1;
    }
    *port = ntohs(address.sin_port);
    return listener;
}

int decant_socket_accept(int listener) {
    for (;;) {
        int connection = accept(listener, NULL, NULL);
        if (connection >= 0) {
            int yes = 1;
            setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
#ifdef SO_NOSIGPIPE
            setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
            return connection;
        }
        if (errno != EINTR && errno != ECONNABORTED) return -1;
    }
}

long decant_socket_receive(int connection, void *buffer, size_t size) {
    for (;;) {
        long count = recv(connection, buffer, size, 0);
        if (count >= 0 || errno != EINTR) return count;
    }
}

long decant_socket_send(int connection, const void *bytes, size_t size) {
    for (;;) {
        long count = send(connection, bytes, size, MSG_NOSIGNAL);
        if (count >= 0 || errno != EINTR) return count;
    }
}

void decant_socket_end(int socket) { shutdown(socket, SHUT_RDWR); }

void decant_socket_end_sending(int connection) { shutdown(connection, SHUT_WR); }

void decant_socket_close(int socket) { close(socket); }

void decant_socket_reset_when_closed(int connection) {
    struct linger now = {.l_onoff = 1, .l_linger = 0};
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

struct start {
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

int decant_thread_start(void (*body)(void *), void *context) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return ENOMEM;
    start->body = body;
    start->context = context;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 512 << 10);
    pthread_t thread;
    int status = pthread_create(&thread, &attributes, run, start);
    pthread_attr_destroy(&attributes);
    if (status != 0) free(start);
    return status;
}

void decant_thread_sleep(long microseconds) {
    struct timespec rest = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
    while (nanosleep(&rest, &rest) != 0 && errno == EINTR) {
    }
}

int decant_open_descriptors(void) {
    DIR *folder = opendir("/dev/fd");
    if (folder == NULL) return -1;
    int count = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        if (entry->d_name[0] != '.') count++;
    }
    closedir(folder);
    // The directory itself is one of the open descriptors.
    return count - 1;
}
