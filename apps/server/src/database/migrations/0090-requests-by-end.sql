-- Two jobs ask every minute which active requests expire now or soon. Without this index each of them reads every
-- active request: 430 ms and 164,000 pages at 300,000 requests.
create index requests_active_until on requests (expires_at) where status = 'active';
