import type { Ask, Question, Reply } from './http.ts'
import type { Shape } from './shape.ts'

/** One promise of the contract, tried. */
export interface Check {
  /** The sentence of the contract that it holds, in few words. */
  name: string
  /** Makes something on the platform, which is asked for by name. */
  writes?: true
  run(trial: Trial): Promise<void>
}

/** What was found out of one check. */
export interface Outcome {
  section: string
  name: string
  /** What differs from the contract; empty: nothing. */
  differences: string[]
  /** Why it could not be tried; null: it was. */
  skipped: string | null
}

/** What checks work with. */
export interface Installation {
  ask: Ask
  /** An ad account of the primary platform. */
  account: string
  page: string
  secondary: string
  /** A window of days in which the account may have spent. */
  startDate: string
  endDate: string
  /** So that what was made can be told apart. */
  mark: string
  signal: AbortSignal | undefined
}

/** Why something cannot be tried here: nothing that differs. */
export class CannotTry extends Error {}

/** One check while it runs. */
export class Trial {
  readonly differences: string[] = []
  readonly at: Installation

  constructor(at: Installation) {
    this.at = at
  }

  /** Asks, and holds the status against what the contract says. */
  async ask(path: string, wanted: number | readonly number[], question: Question = {}): Promise<Reply> {
    const reply = await this.at.ask(path, question)
    const statuses = typeof wanted === 'number' ? [wanted] : wanted
    if (!statuses.includes(reply.status))
      this.differs(`${question.method ?? 'GET'} ${path} should answer ${statuses.join(' or ')}, answers ${told(reply)}`)
    return reply
  }

  async get(path: string, query: Question['query'] = {}): Promise<Reply> {
    return this.ask(path, 200, { query })
  }

  async post(path: string, body: unknown, wanted: number | readonly number[] = 200): Promise<Reply> {
    return this.ask(path, wanted, { method: 'POST', body })
  }

  fits(value: unknown, shape: Shape, what = ''): void {
    for (const difference of shape(value, what)) this.differs(difference)
  }

  differs(what: string): void {
    this.differences.push(what)
  }
}

const maxTold = 300

function told({ status, text }: Reply): string {
  return `${status} ${text.slice(0, maxTold)}`.trim()
}
