"""The lab in the browser: exact figures, advice, pay-table design, simulations."""
