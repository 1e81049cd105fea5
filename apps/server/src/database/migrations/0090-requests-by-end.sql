-- Each minute two jobs ask which active requests end, or will soon. Without this index each of them reads every active request:
-- 430 ms and 164,000 pages at 300,000 requests.
create index requests_active_until on requests (expires_at) where status = 'active';
