import type { LaunchVerbs, PreviewedAd } from '../../contract/launch.ts'
import { createSights, examineEach } from '../../kit/examine.ts'
import type { Snap } from '../client.ts'
import { listProfiles } from '../discover.ts'
import { profileOf } from './creative.ts'
import type { OwnAd } from './fields.ts'

/** Of what an ad depends on, its survey looks at all but who speaks: the interface for ads does not list who may. */
export function createExamination(snap: Snap): Required<Pick<LaunchVerbs, 'examine' | 'forgetExamined'>> {
  const sights = createSights()
  return {
    async examine(accountId, asked, signal) {
      const ads: PreviewedAd<OwnAd>[] = asked
      const read = () => listProfiles(snap.until(signal), accountId)
      const profiles = await sights.once(`profiles ${accountId}`, read)
      const seen = new Set(profiles.map(({ page }) => page))
      return examineEach(ads, () => ({ issues: [] })).map((found, position) => {
        const { ad } = ads[position]!
        const profile = profileOf(ad)
        if (profile === undefined || seen.has(profile)) return found
        const path = ad.profileId === undefined ? 'page' : 'profileId'
        const message = `no creative of this account speaks as ${profile}: whether it may, the platform tells when the ad is made`
        return { ...found, open: [{ path, message }] }
      })
    },
    forgetExamined: () => sights.forget(),
  }
}
