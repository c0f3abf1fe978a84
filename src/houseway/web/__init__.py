"""The house over HTTP and WebSockets: what programs and browsers talk to."""
