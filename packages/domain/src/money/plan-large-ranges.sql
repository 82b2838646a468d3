-- For the rest of the transaction: plans are made for the values at hand, and tables may be read whole.
select set_config('plan_cache_mode', 'auto', true) as "planCacheMode!", set_config('enable_seqscan', 'on', true) as "seqscan!"
