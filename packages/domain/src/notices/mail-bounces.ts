import { z } from 'zod';

/** `POST /mail/bounces` */
export const mailBouncesSchema = z
  .object({
    bounces: z.array(
      z.object({
        email: z.string(),
        at: z.iso.datetime({ offset: true }).describe('Time at which the mail came back'),
        type: z.string().describe('`hard`: the address takes no mail. Other types change nothing'),
      }),
    ),
  })
  .meta({ id: 'MailBounces' });
