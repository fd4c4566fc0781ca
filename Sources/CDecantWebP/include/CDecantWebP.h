// libwebp, for the trait WebP of this package, without that library's own declarations.

#ifndef CDECANTWEBP_H
#define CDECANTWEBP_H

#endif
