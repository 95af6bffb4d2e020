import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { mediaSources, maxFound } from '../../../core/research/scrape/read-page.ts'
import { pageLimits } from '../../../core/research/scrape/run-scrape.ts'
import { createScrape, keptDays, maxOpen, readScrape, scrapeStates } from '../../../core/research/scrape/scrapes.ts'
import type { ScrapeView } from '../../../core/research/scrape/scrapes.ts'
import { dayMs } from '../../../days.ts'
import { exampleSandboxUrl } from '../../../http/docs/as-it-runs.ts'
import { demo } from '../../examples.ts'
import { maxInputBytes, section } from './forward.ts'

const maxUrl = 2_048

const pageUrl = z
  .string()
  .trim()
  .max(maxUrl)
  .refine((text) => isWebAddress(text), 'must be an http or https address without a user name')
  .meta({ description: 'Address of the page. It must be on the public internet.', format: 'uri' })

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

const State = z.enum(scrapeStates).meta({ id: 'ScrapeState' })
const jobId = z.number().int().meta({ description: 'Id of the job.' })
const textOrNull = (description: string) => z.string().nullable().meta({ description })
const time = (description: string) => z.iso.datetime().meta({ description })
const timeOrNull = (description: string) => z.iso.datetime().nullable().meta({ description })

const ScrapedAd = z
  .object({
    type: z.string().meta({ description: 'What it is, by the words of schema.org, such as Product.' }),
    title: textOrNull('Its name or headline.'),
    text: textOrNull('Its description.'),
    link: textOrNull('Where it leads.'),
    brand: textOrNull('Whose it is.'),
    mediaUrls: z.array(z.string()).meta({ description: 'Its pictures and films.' }),
  })
  .meta({ id: 'ScrapedAd' })

const ScrapedMedia = z
  .object({
    type: z.enum(['image', 'video']).meta({ id: 'ResearchMediaType' }).meta({ description: 'Whether it moves.' }),
    url: z.string().meta({ description: 'Where the file is: POST /v1/media/upload/url takes it.' }),
    source: z
      .enum(mediaSources)
      .meta({ id: 'ScrapedMediaSource' })
      .meta({ description: 'Where it stands: in the head, in a description for machines, as a picture, as a video.' }),
    alt: textOrNull('The words that stand in for it.'),
    width: z.number().int().nullable().meta({ description: 'Width in pixels, where the page says it.' }),
    height: z.number().int().nullable().meta({ description: 'Height in pixels, where the page says it.' }),
  })
  .meta({ id: 'ScrapedMedia' })

const ScrapedPage = z
  .object({
    page: z
      .object({
        url: z.string().meta({ description: 'The address that it was read from, after redirects.' }),
        title: textOrNull('Its title.'),
        description: textOrNull('What it says it is about.'),
        siteName: textOrNull('Name of the site.'),
        language: textOrNull('Its language, as it names it.'),
        canonicalUrl: textOrNull('The address that it wants to be known by.'),
        imageUrl: textOrNull('The picture that stands for it.'),
      })
      .meta({ id: 'ScrapedPageFacts' })
      .meta({ description: 'What the page says about itself.' }),
    ads: z
      .array(ScrapedAd)
      .meta({ description: `What it advertises, as far as it says so to machines; at most ${maxFound.ads}.` }),
    media: z.array(ScrapedMedia).meta({ description: `Pictures and films on it, at most ${maxFound.media}.` }),
    metaTags: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Name or property of the tag.' }),
          content: z.string().meta({ description: 'What it says.' }),
        }),
      )
      .meta({ description: `The words in its head, at most ${maxFound.metaTags}.` }),
    isComplete: z.boolean().meta({ description: 'Whether all of it was looked at.' }),
  })
  .meta({ id: 'ScrapedPage' })

const ScrapeJob = z
  .object({
    jobId,
    status: State.meta({ description: 'How far it is.' }),
    progress: z.number().int().meta({ description: 'How much is done, in percent.' }),
    url: z.string().meta({ description: 'The address that was asked for.' }),
    result: ScrapedPage.nullable().meta({ description: 'What was found; null before it is done.' }),
    failure: z
      .object({
        code: z.string().meta({ description: 'Why, in a word: private_address, timeout, status_404, not_a_page.' }),
        message: z.string().meta({ description: 'Why, in a sentence.' }),
      })
      .meta({ id: 'ScrapeFailure' })
      .nullable()
      .meta({ description: 'Why the page could not be read; null unless it failed.' }),
    createdAt: time('When it was asked for.'),
    startedAt: timeOrNull('When it was begun.'),
    finishedAt: timeOrNull('When it ended.'),
    expiresAt: timeOrNull(`Until when it is kept: ${keptDays} days from its end.`),
  })
  .meta({ id: 'ScrapeJob' })

export const startScrape = operation({
  name: 'scrape_page',
  rest: {
    method: 'POST',
    path: '/v1/research/scrape',
    unlistedAt: ['/v1/adscan/scrape'],
    status: 202,
    maxBodyBytes: maxInputBytes,
    follow: ({ jobId: id }) => `/v1/research/scrape/${String(id)}`,
  },
  section,
  summary: 'Have a page of the web read: what it says about itself, advertises and shows.',
  description:
    `The page is read by a worker; GET /v1/research/scrape/{jobId} tells how far it is and, for ${keptDays} days, what was found. ` +
    `A page may have ${pageLimits.maxBytes} bytes and take ${pageLimits.totalTimeoutMs / 1000} seconds; at most ${maxOpen} pages may be open at the same time. ` +
    'Only addresses on the public internet are read, also after redirects. No script of the page is run.',
  scope: 'launch',
  effect: 'changes',
  tool: true,
  input: z.object({ url: pageUrl }),
  example: { url: `${exampleSandboxUrl}/research/pages/brand_01` },
  reply: z.object({
    jobId,
    status: State.meta({ description: 'How far it is.' }),
  }),
  async handle(deps, call, { url }) {
    return deps.db.transaction().execute(async (trx) => {
      const { id, state } = await createScrape({ db: trx, tasks: deps.tasks }, call, { url })
      const answer = { jobId: id, status: state }
      await call.keepAnswer(trx, answer)
      return answer
    })
  },
})

export const scrapeById = operation({
  name: 'get_scrape',
  rest: { method: 'GET', path: '/v1/research/scrape/{jobId}', unlistedAt: ['/v1/adscan/scrape/{jobId}'] },
  section,
  summary: 'How far the reading of a page is, and what was found on it.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    jobId: z.coerce.number().int().min(1).meta({ description: 'The jobId that POST answered with.' }),
  }),
  example: { jobId: demo.scrape },
  reply: ScrapeJob,
  async handle(deps, call, { jobId: id }) {
    return presentScrape(await readScrape(deps, call, { id }))
  },
})

const keptMs = keptDays * dayMs

function presentScrape(scrape: ScrapeView): z.output<typeof ScrapeJob> {
  const { finished_at: end } = scrape
  return {
    jobId: scrape.id,
    status: scrape.state,
    progress: scrape.progress,
    url: scrape.url,
    result: scrape.result,
    failure: scrape.failure,
    createdAt: scrape.created_at.toISOString(),
    startedAt: scrape.started_at?.toISOString() ?? null,
    finishedAt: end?.toISOString() ?? null,
    expiresAt: end ? new Date(end.getTime() + keptMs).toISOString() : null,
  }
}
