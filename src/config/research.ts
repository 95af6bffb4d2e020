import { z } from 'zod'

/** What the research tool may be asked for unless RESEARCH_PROCEDURES says otherwise. */
const usualProcedures =
  'ads.list,ads.getDetails,boards.list,boards.get,boards.create,boards.addAd,brand.getOverview,brand.search,companies.listFollowed,companies.follow,companies.unfollow'

/** The settings of the research tool, as config.ts has them for everything else. */
export const researchSettings = {
  RESEARCH_URL: {
    default: 'none: the sandbox',
    about: 'address of the research tool, up to the names of its procedures',
  },
  RESEARCH_KEY: { default: 'none', about: 'key of the research tool, sent as a bearer token' },
  RESEARCH_PROCEDURES: {
    default: usualProcedures,
    about: 'the procedures of the research tool that may be called, by comma',
  },
  RESEARCH_INPUT: {
    default: 'plain',
    about: 'plain: the research tool takes inputs as they are; json: inside of an object with the field json',
  },
  RESEARCH_TIMEOUT_SECONDS: { default: '20', about: 'the longest time one call to the research tool may take' },
} as const

const procedureName = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*$/

export const researchEnvironment = {
  RESEARCH_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((url) => !/[?#]/.test(url), 'must end before any question mark')
    .optional(),
  // It is looked for in answers, to keep it out of them, so it must be longer than a word.
  RESEARCH_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,500}$/, 'must be 8 to 500 visible ASCII characters')
    .optional(),
  RESEARCH_PROCEDURES: z
    .string()
    .default(usualProcedures)
    .transform((text) => text.split(',').map((name) => name.trim()))
    .refine((names) => names.every((name) => procedureName.test(name)), 'must be names like ads.list, by comma'),
  RESEARCH_INPUT: z.enum(['plain', 'json'], 'must be plain or json').default('plain'),
  RESEARCH_TIMEOUT_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(1, 'must be at least 1')
    .max(120, 'must be at most 120')
    .default(20),
}

/** Where competitors' ads are looked up. */
export interface ResearchConfig {
  /** null: the sandbox. */
  url: string | null
  key: string | null
  procedures: string[]
  /** Inputs go out as `{ json: ... }`. */
  wrapsInput: boolean
  timeoutMs: number
}

type Environment = z.output<z.ZodObject<typeof researchEnvironment>>

export function readResearch(env: Environment): ResearchConfig {
  return {
    url: env.RESEARCH_URL?.replace(/\/+$/, '') ?? null,
    key: env.RESEARCH_KEY ?? null,
    procedures: env.RESEARCH_PROCEDURES,
    wrapsInput: env.RESEARCH_INPUT === 'json',
    timeoutMs: env.RESEARCH_TIMEOUT_SECONDS * 1000,
  }
}
