/*
 * Loaded before libc (LD_PRELOAD) into a service that is tested: a disk that fails while a control file exists,
 * and a log of what was read, written, synced and sent, in order. See disk-faults.ts.
 *
 * LAUREL_DISK_FOLDER   the files that the faults are for: those below this folder
 * LAUREL_DISK_CONTROL  a folder. `full` in it: writes end midway with ENOSPC; `fail-sync`: fsync and fdatasync
 *                      fail with EIO. `log`, if it is there when the process starts, takes one line for each
 *                      read, write, sync and send that matters: what happened, and the tokens `log-dddddd` in it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define TOKEN "log-"
#define TOKEN_LENGTH 10

static int log_fd = -1;

__attribute__((constructor)) static void start(void) {
  const char *control = getenv("LAUREL_DISK_CONTROL");
  char path[PATH_MAX];
  if (control == NULL) return;
  snprintf(path, sizeof path, "%s/log", control);
  log_fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
}

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

static int fault(const char *name) {
  const char *control = getenv("LAUREL_DISK_CONTROL");
  char path[PATH_MAX];
  if (control == NULL) return 0;
  snprintf(path, sizeof path, "%s/%s", control, name);
  return access(path, F_OK) == 0;
}

/* The name of a file below the folder, NULL for any other. */
static const char *ledger_file(int fd, char path[PATH_MAX]) {
  const char *folder = getenv("LAUREL_DISK_FOLDER");
  char link[64];
  if (folder == NULL) return NULL;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  size_t folder_length = strlen(folder);
  if (length <= (ssize_t)folder_length || strncmp(path, folder, folder_length) != 0) return NULL;
  path[length] = 0;
  return path + folder_length + 1;
}

static int is_socket(int fd) {
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode);
}

/* One line, in one call, so that lines of several threads do not mix. */
static void note(const char *what, const char *name, const char *bytes, size_t count) {
  char line[8192];
  int length = snprintf(line, sizeof line, "%s %s", what, name);
  const char *at = bytes, *end = bytes == NULL ? NULL : bytes + count;
  while (at != NULL && (at = memmem(at, end - at, TOKEN, strlen(TOKEN))) != NULL) {
    if (end - at >= TOKEN_LENGTH && length + TOKEN_LENGTH + 2 < (int)sizeof line)
      length += snprintf(line + length, sizeof line - length, " %.*s", TOKEN_LENGTH, at);
    at += strlen(TOKEN);
  }
  line[length++] = '\n';
  syscall(SYS_write, log_fd, line, length);
}

static void note_transfer(const char *socket_verb, int fd, const char *bytes, ssize_t count) {
  char path[PATH_MAX];
  const char *name;
  if (log_fd < 0 || count <= 0) return;
  if (is_socket(fd)) {
    if (memmem(bytes, count, TOKEN, strlen(TOKEN)) != NULL) note(socket_verb, "socket", bytes, count);
  } else if (strcmp(socket_verb, "send") == 0 && (name = ledger_file(fd, path)) != NULL)
    note("write", name, bytes, count);
}

/* How much of a write still fits on the full disk: half, until nothing does. */
static size_t fitting(int fd, size_t count) {
  char path[PATH_MAX];
  if (!fault("full") || ledger_file(fd, path) == NULL) return count;
  return count / 2;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  static ssize_t (*next)(int, const void *, size_t);
  if (next == NULL) next = real("write");
  size_t fits = fitting(fd, count);
  if (fits == 0 && count > 0) return errno = ENOSPC, -1;
  note_transfer("send", fd, bytes, fits);
  return next(fd, bytes, fits);
}

static ssize_t write_at(const char *name, int fd, const void *bytes, size_t count, off_t offset) {
  ssize_t (*next)(int, const void *, size_t, off_t) = real(name);
  size_t fits = fitting(fd, count);
  if (fits == 0 && count > 0) return errno = ENOSPC, -1;
  note_transfer("send", fd, bytes, fits);
  return next(fd, bytes, fits, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
  return write_at("pwrite", fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t offset) {
  return write_at("pwrite64", fd, bytes, count, offset);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  static ssize_t (*next)(int, const struct iovec *, int);
  if (next == NULL) next = real("writev");
  for (int i = 0; i < count; i++) note_transfer("send", fd, parts[i].iov_base, parts[i].iov_len);
  return next(fd, parts, count);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  static ssize_t (*next)(int, const struct msghdr *, int);
  if (next == NULL) next = real("sendmsg");
  for (size_t i = 0; i < message->msg_iovlen; i++)
    note_transfer("send", fd, message->msg_iov[i].iov_base, message->msg_iov[i].iov_len);
  return next(fd, message, flags);
}

ssize_t read(int fd, void *bytes, size_t count) {
  static ssize_t (*next)(int, void *, size_t);
  if (next == NULL) next = real("read");
  ssize_t length = next(fd, bytes, count);
  int kept = errno;
  note_transfer("receive", fd, bytes, length);
  errno = kept;
  return length;
}

static int sync_file(const char *verb, int fd) {
  int (*next)(int) = real(verb);
  char path[PATH_MAX];
  const char *name = ledger_file(fd, path);
  if (name == NULL) return next(fd);
  if (fault("fail-sync")) return errno = EIO, -1;
  if (log_fd >= 0) note("sync", name, NULL, 0);
  int result = next(fd);
  if (log_fd >= 0) note(result == 0 ? "synced" : "failed", name, NULL, 0);
  return result;
}

int fsync(int fd) { return sync_file("fsync", fd); }

int fdatasync(int fd) { return sync_file("fdatasync", fd); }
