import { builtIn } from '../../platforms/index.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import { CommandProblem } from '../problem.ts'

export function platformWithWord(word: string): Platform {
  const name = builtIn.named(word)
  const platform = name === null ? undefined : builtIn.driver(name)
  if (platform) return platform
  throw new CommandProblem(`There is no platform "${word}". There are: ${builtIn.names.join(', ')}.`)
}
