export const livingSession = `
  select users.id as "userId", users.role, users.administers, users.block, users.paid_at as "paidAt",
    sessions.expires_at as "expiresAt", sessions.impersonator_id as "impersonatorId",
    is_payment_required as "isPaymentRequired", payment_amount as "paymentAmount"
  from sessions
  join users on users.id = sessions.user_id
  left join users as impersonators on impersonators.id = sessions.impersonator_id
  left join sessions as behind on behind.id = sessions.administrator_session_id
  cross join payment_settings
  where sessions.id = $1 and sessions.ended_at is null and sessions.expires_at > $2 and users.is_active
    and (sessions.impersonator_id is null or (
      impersonators.role = 'admin' and impersonators.administers is null and impersonators.is_active
      and behind.ended_at is null and behind.expires_at > $2))`;
