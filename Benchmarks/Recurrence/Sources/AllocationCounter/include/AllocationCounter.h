#pragma once

/// How often memory was allocated since the program started; 0 where the C library offers no way to count.
unsigned long allocation_count(void);
