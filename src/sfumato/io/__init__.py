"""Files, formats, frames and processes: everything that comes in and goes out."""
