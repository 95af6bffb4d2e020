import { brokenRules } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { CreatedCopy, DuplicateRequest, DuplicateVerbs } from '../../contract/duplicate.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Spec } from '../../contract/manage.ts'
import type { Api } from '../client.ts'
import { checkText } from '../launch/check-ad.ts'
import { copyPart, textIn } from './copies.ts'
import { namesOf, readWhole, scheduleFor } from './source.ts'

/** Copies wait for the account's allowance for a while rather than fail. */
const maxWaitMs = 30_000
const maxNameLength = 512
const maxTexts = 5

/** What the platform's automation runs is read and made again; what people run is not copied. */
export function duplicateVerbs(api: Api, { now }: Pick<Surroundings, 'now'>): DuplicateVerbs {
  return {
    check: refusedWishes,
    async prepare(accountId, request) {
      const { level, sourceId, targetId } = request
      const options = { accountId, maxWaitMs }
      const source = await readWhole(api, level, sourceId, options)
      const home = level === 'campaign' ? null : (targetId ?? textIn(source[homeOf[level]]))
      if (home !== null && targetId !== undefined)
        await readWhole(api, level === 'adset' ? 'campaign' : 'adset', home, options)
      const issues = sourceIssues(request, source, now())
      if (issues.length > 0) throw brokenRules(issues)
      return {
        async copy(place): Promise<CreatedCopy> {
          const own = textIn(source[namesOf[level].name])
          const name = nameFor(own, request.newName, place.number)
          const run = { ...{ api, options, place, request, now }, made: new Set<string>() }
          const copied = await copyPart(run, { level, source, parentId: home, name, isPart: false })
          const isDeep = request.isDeep && level !== 'ad'
          const method = isDeep ? ('piece-by-piece' as const) : ('recreation' as const)
          return { ...copied, name, renamed: name !== own, method, locationApplied: false }
        },
      }
    },
  }
}

const homeOf = { adset: 'campaign_id', ad: 'adgroup_id' } as const

/** `{n}` in a name becomes the copy's number; without a name the source's is numbered. */
function nameFor(own: string, newName: string | undefined, number: number): string {
  const suffix = ` - Copy ${number}`
  return newName?.replaceAll('{n}', String(number)) ?? `${own.slice(0, maxNameLength - suffix.length)}${suffix}`
}

function refusedWishes({ location, newName, copyValues }: DuplicateRequest): Issue[] {
  const issues: Issue[] = []
  const wrong = (path: string, message: string) => issues.push({ path, message })
  if (location) wrong('location', 'is not possible on this platform: a copy aims at whom the source does')
  if (newName && /\p{Extended_Pictographic}/u.test(newName)) wrong('newName', 'must not hold emoji')
  if (!copyValues) return issues
  const { primaryTexts, headlines } = copyValues
  if (headlines.length > 0) wrong('copyValues.headline1', 'is not possible on this platform: its ads have no headlines')
  if (primaryTexts.length > maxTexts) wrong('copyValues', `at most ${maxTexts} texts are possible`)
  primaryTexts.forEach((text, index) =>
    checkText(text, (message) => wrong(`copyValues.primaryText${index + 1}`, message)),
  )
  return issues
}

/** What has ended cannot be begun again as it is, and what a post says is its maker's. */
function sourceIssues({ level, copyValues }: DuplicateRequest, source: Spec, now: Date): Issue[] {
  const isTotal = source.budget_mode === 'BUDGET_MODE_TOTAL'
  if (level === 'adset' && isTotal && scheduleFor(source, now).hasEnded)
    return [
      {
        path: '',
        message: 'The source has ended, and a lifetime budget needs an end: give the source a later end first.',
      },
    ]
  const showsPost = JSON.stringify(source.creative_list ?? []).includes('"tiktok_item_id":"')
  if (level === 'ad' && showsPost && (copyValues?.primaryTexts.length ?? 0) > 0)
    return [{ path: 'copyValues.primaryText1', message: 'the ad shows a post, whose text cannot be changed' }]
  return []
}
