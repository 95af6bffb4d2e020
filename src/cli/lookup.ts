import type { Company } from '../core/companies.ts'
import { findCompany } from '../core/companies.ts'
import type { Db } from '../db/connect.ts'
import { builtIn } from '../platforms/index.ts'
import type { Platform } from '../platforms/contract/platform.ts'
import { CommandProblem } from './problem.ts'

export async function companyWithSlug(db: Db, slug: string): Promise<Company> {
  const company = await findCompany(db, slug)
  if (!company) throw new CommandProblem(`There is no company "${slug}". See: flightdeck company list`)
  return company
}

export function platformWithWord(word: string): Platform {
  const name = builtIn.named(word)
  const platform = name === null ? undefined : builtIn.driver(name)
  if (platform) return platform
  throw new CommandProblem(`There is no platform "${word}". There are: ${builtIn.names.join(', ')}.`)
}

/** A row's id from the command line, or null for text that cannot be one. */
export function idFrom(text: string): number | null {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return id > 0 ? id : null
}
