-- Plans of earlier versions have no bound for rings of a limited length. The bound for rings of any length holds for
-- these too.
update plans set figures = figures || jsonb_build_object(
  'cappedBound', figures -> 'bound',
  'gap', case when (figures ->> 'bound')::float8 = 0 then 0
    else greatest(0, 1 - (figures ->> 'moved')::float8 / (figures ->> 'bound')::float8) end,
  'strata', (
    select coalesce(jsonb_agg(stratum || jsonb_build_object(
      'cappedBound', stratum -> 'bound',
      'gap', case when (stratum ->> 'bound')::float8 = 0 then 0
        else greatest(0, 1 - (stratum ->> 'moved')::float8 / (stratum ->> 'bound')::float8) end,
      'expectedMoves', stratum -> 'moved'
    )), '[]') from jsonb_array_elements(figures -> 'strata') as stratum
  )
) where figures is not null;
