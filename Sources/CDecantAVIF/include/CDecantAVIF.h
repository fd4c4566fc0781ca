// libavif, for the trait AVIF of this package, without that library's own declarations.

#ifndef CDECANTAVIF_H
#define CDECANTAVIF_H

#endif
