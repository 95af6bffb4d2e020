/** What the command line answers with, for scripts. */
export const exitCodes = {
  /** Everything was done. */
  done: 0,
  /** It was tried, and something of it failed. */
  failed: 1,
  /** What was asked for is wrong: the words, the sheet, a file, an id. Nothing was done. */
  wrong: 2,
  /** There is no key, nobody knows it, or it may not do this. */
  notAllowed: 3,
  /** A spend guard stands against it, or a person has to approve it first. */
  guarded: 4,
  /** Flightdeck, or the platform, cannot be reached or has no time: try again later. */
  unreachable: 5,
  /** Ctrl-C. What was begun goes on in the service. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Something a person can put right; its message is the whole explanation. */
export class CommandProblem extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = exitCodes.wrong) {
    super(message)
    this.name = 'CommandProblem'
    this.exitCode = exitCode
  }
}
