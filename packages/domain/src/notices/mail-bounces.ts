import { z } from 'zod';

/** `POST /mail/bounces` */
export const mailBouncesSchema = z
  .object({
    bounces: z.array(
      z.object({
        email: z.string(),
        type: z.string().describe('`hard`: the address takes no mail. Other types change nothing'),
      }),
    ),
  })
  .meta({ id: 'MailBounces' });
