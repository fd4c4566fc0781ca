// libdeflate, by which the checksums of damaged pictures are mended.

#include <libdeflate.h>
