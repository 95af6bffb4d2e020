import { useQuery } from '@tanstack/react-query'
import { flightdeck } from '../client/flightdeck.ts'
import type { Input } from '../client/flightdeck.ts'
import { keysOf } from '../nouns.ts'
import { write } from '../client/write.ts'

/** One that mails are written in. */
export type MailLanguage = NonNullable<Input<'updateMailWishes'>['language']>

export const useMailWishes = () => useQuery({ queryKey: keysOf('mails')(), queryFn: () => flightdeck.readMailWishes() })

export const changeMailWishes = write(flightdeck.updateMailWishes, 'mails')
export const mailSignInLink = write(flightdeck.mailSignInLink)
