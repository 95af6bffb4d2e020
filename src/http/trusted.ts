import type { Config } from '../config.ts'

/** Whose word counts about where a call comes from, as the server takes it: of so many in a row, counted from us, or of these. */
export function trustedBy({ trustProxy }: Pick<Config, 'trustProxy'>) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy
}
