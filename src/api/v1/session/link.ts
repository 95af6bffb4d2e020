import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { AppError } from '../../../errors.ts'

export const mailSignInLink = operation({
  name: 'mail_sign_in_link',
  rest: { method: 'POST', path: '/v1/session/link', status: 202 },
  section: 'People',
  summary: 'Have a link mailed that signs one in.',
  description:
    'For people, where there is mail (`GET /v1/session/ways`). The answer is the same, and as quick, whether or not anybody has the address. An address gets at most 5 ' +
    'such mails an hour. Opening the link confirms that the address is theirs: passkeys and sessions of somebody who never confirmed it end.',
  scope: null,
  effect: 'changes',
  failures: ['unsupported_operation', 'rate_limit_exceeded'],
  input: z.object({
    email: z.email('must be an e-mail address').max(200).meta({ description: 'Whose address: the mail goes there.' }),
    company: z
      .string()
      .max(40)
      .optional()
      .meta({ description: 'Slug of the company; left out: the one that they joined first.' }),
  }),
  reply: z.object({
    asked: z.literal(true).meta({ description: 'If somebody has the address, a mail is on its way.' }),
  }),
  async handle({ linkRequests }, call, wanted) {
    if (!linkRequests) {
      const text = 'No mail is sent here: the operator sets SMTP_URL, or prints a link with flightdeck login-link.'
      throw new AppError('unsupported_operation', text)
    }
    linkRequests.ask(wanted, call.from.address)
    return { asked: true as const }
  },
})
