/** People who use a platform where the account advertises: ads meet some of the same ones. */
const population = 3_000_000

interface Met {
  audience: number
  /** Logarithm of the share of the audience that was not met yet. */
  missed: number
}

/** Whom ads met, by ad. */
export type People = Map<string, Met>

/** The ad met `reach` of its audience once more: some of them for the first time. */
export function meet(people: People, adId: string, audience: number, reach: number): void {
  join(people, adId, { audience, missed: Math.log(1 - reach / audience) })
}

export function joinPeople(people: People, others: People): void {
  for (const [adId, met] of others) join(people, adId, met)
}

/** The same ad in several parts of a split: together they know the larger audience. */
function join(people: People, adId: string, { audience, missed }: Met): void {
  const before = people.get(adId)
  people.set(adId, {
    audience: Math.max(before?.audience ?? 0, audience),
    missed: (before?.missed ?? 0) + missed,
  })
}

/** Different people: never more than the sum over days, ads or parts, and never fewer than the most of any of them. */
export function countPeople(people: People, impressions: number): number {
  let missed = 0
  for (const ad of people.values()) missed += Math.log(1 - (ad.audience * (1 - Math.exp(ad.missed))) / population)
  return Math.min(impressions, Math.round(population * (1 - Math.exp(missed))))
}
