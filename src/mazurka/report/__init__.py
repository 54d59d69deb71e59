"""What people and scripts see: tables, replays, JSON objects."""
