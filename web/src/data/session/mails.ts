import { useQuery } from '@tanstack/react-query'
import { flightdeck } from '../client/flightdeck.ts'
import { keysOf } from '../nouns.ts'
import { write } from '../client/write.ts'

export const useMailWishes = () => useQuery({ queryKey: keysOf('mails')(), queryFn: () => flightdeck.readMailWishes() })

export const changeMailWishes = write(flightdeck.updateMailWishes, 'mails')
export const mailSignInLink = write(flightdeck.mailSignInLink)
