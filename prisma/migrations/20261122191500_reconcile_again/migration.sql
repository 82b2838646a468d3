-- Scans stored where a difference is as a sentence; now they store ids. Without an earlier scan a worker reconciles at once.
DELETE FROM "reconciliation_scan";
