-- Which call a batch came from, and where that was in a trace, for whoever carries it out later.
ALTER TABLE batches ADD COLUMN request_id text, ADD COLUMN traceparent text, ADD COLUMN tracestate text;
