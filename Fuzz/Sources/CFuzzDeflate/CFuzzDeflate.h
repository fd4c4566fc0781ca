// libdeflate, which repairs the checksums of damaged images.

#include <libdeflate.h>
