// libjpeg-turbo, for the trait JPEG of this package, without that library's own declarations.

#ifndef CDECANTJPEG_H
#define CDECANTJPEG_H

#endif
