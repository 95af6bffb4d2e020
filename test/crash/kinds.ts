/** What an ad is made out of: the service's interface and the sandbox's sample media. */
interface Fixture {
  sandboxUrl: string
  api<T>(method: string, path: string): Promise<T>
}

/** What a crash test launches on one platform, and where it counts. */
export interface Kind {
  /** The platform's name in the sandbox. */
  sandbox: string
  /** Switches of the simulator: an ad that waits for its video for longer than we live would rightly be suspected in the end. */
  settings?: object
  /** Paths of what can write: a token that is fetched with POST is no write. */
  writes: string
  ads(stage: Fixture, name: string, count: number): Promise<object[]>
}

const texts = { title: 'Crash', description: 'Test', cta: 'SHOP_NOW', link: 'https://example.com' }

async function list<T>(stage: Fixture, path: string): Promise<T[]> {
  return (await stage.api<{ data: T[] }>('GET', path)).data
}

async function accountOn(
  stage: Fixture,
  platform: string,
): Promise<{ adAccountId: string; sets: { value: string; label: string; campaignName: string }[] }> {
  const [account] = await list<{ id: string }>(stage, `/v1/adaccounts?platform=${platform}`)
  const sets = await list<{ value: string; label: string; campaignName: string; effectiveStatus: string }>(
    stage,
    `/v1/adsets?accountId=${account!.id}&status=ACTIVE`,
  )
  // Where the campaign is paused, nothing is reviewed or shown.
  const running = sets.filter(({ effectiveStatus }) => !/PAUSED|DISABLE/.test(effectiveStatus))
  return { adAccountId: account!.id, sets: running }
}

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

const primary: Kind = {
  sandbox: 'meta',
  writes: '.',
  async ads(stage, name, count) {
    const { adAccountId, sets } = await accountOn(stage, 'primary')
    const usable = sets.filter((set) => /Traffic|Sales/i.test(set.campaignName))
    const [profile] = await list<{ page: string; secondary: string }>(stage, `/v1/profiles?businessId=${adAccountId}`)
    const picture = (shape: string, n: number) => ({ url: `${stage.sandboxUrl}/_assets/${shape}.png?v=${n % 5}` })
    const types = [
      (n: number) => ({ type: 'single', media: [picture('square', n)] }),
      (n: number) => ({
        type: 'carousel',
        media: [1, 2, 3].map((card) => ({ ...picture('square', n + card), carouselTitle: `Card ${card}` })),
      }),
      (n: number) => ({ type: 'multi', media: [picture('square', n), picture('vertical', n)] }),
      (n: number) => ({ type: 'flexible', media: [picture('landscape', n)], bodyVariations: ['A', 'B'] }),
    ]
    return times(count, (n) => ({
      ...texts,
      ...types[n % types.length]!(n),
      adAccountId,
      page: profile!.page,
      secondary: profile!.secondary,
      adName: `${name} ${n}`,
      adSets: [usable[n % usable.length]!.value],
    }))
  },
}

const shortVideo: Kind = {
  sandbox: 'tiktok',
  settings: { videoSeconds: 0 },
  writes: '.',
  async ads(stage, name, count) {
    const { adAccountId, sets } = await accountOn(stage, 'short-video')
    const usable = sets.filter((set) => !/(Partner apps|Smart\+)$/.test(set.label))
    const identities = await list<{ identityId: string; identityType: string }>(
      stage,
      `/v1/tiktok/identities?accountId=${adAccountId}`,
    )
    const { identityId } = identities.find((identity) => identity.identityType === 'TT_USER')!
    return times(count, (n) => ({
      ...texts,
      adAccountId,
      identityId,
      adName: `${name} ${n}`,
      adSets: [usable[n % usable.length]!.value],
      media: [{ url: `${stage.sandboxUrl}/_assets/vertical.mp4?v=${n % 3}` }],
    }))
  },
}

const photoMessaging: Kind = {
  sandbox: 'snapchat',
  writes: '^/v1/',
  async ads(stage, name, count) {
    const { adAccountId, sets } = await accountOn(stage, 'photo-messaging')
    const usable = sets.filter((set) => !set.label.startsWith('Snaps only'))
    const [profile] = await list<{ page: string }>(stage, `/v1/profiles?businessId=${adAccountId}`)
    return times(count, (n) => ({
      ...texts,
      adAccountId,
      brandName: 'Harbor & Pine',
      profileId: profile!.page,
      adName: `${name} ${n}`,
      adSets: [usable[n % usable.length]!.value],
      media: [{ url: `${stage.sandboxUrl}/_assets/vertical.png?v=${n % 3}` }],
    }))
  },
}

const pin: Kind = {
  sandbox: 'pinterest',
  writes: '.',
  async ads(stage, name, count) {
    const { adAccountId, sets } = await accountOn(stage, 'pin')
    const [board] = await list<{ value: string }>(stage, `/v1/pinterest/boards?accountId=${adAccountId}`)
    return times(count, (n) => ({
      ...texts,
      adAccountId,
      boardId: board!.value,
      adName: `${name} ${n}`,
      adSets: [sets[n % sets.length]!.value],
      media: [{ url: `${stage.sandboxUrl}/_assets/portrait.png?v=${n % 3}` }],
    }))
  },
}

const mobileApp: Kind = {
  sandbox: 'applovin',
  settings: { assetSeconds: 0 },
  writes: '^/manage/',
  async ads(stage, name, count) {
    const { adAccountId, sets } = await accountOn(stage, 'mobile-app')
    return times(count, (n) => ({
      adAccountId,
      adName: `${name} ${n}`,
      adSets: [sets[n % sets.length]!.value],
      media: ['mp4', 'png'].map((kind) => ({ url: `${stage.sandboxUrl}/_assets/vertical.${kind}?v=${n % 3}` })),
    }))
  },
}

const network: Kind = {
  sandbox: 'linkedin',
  settings: { imageSeconds: 0, videoSeconds: 0, documentSeconds: 0 },
  writes: '^/(rest|dms-uploads)/',
  async ads(stage, name, count) {
    const { adAccountId, sets } = await accountOn(stage, 'professional-network')
    const file = (asset: string, n: number) => ({ url: `${stage.sandboxUrl}/_assets/${asset}?v=${n % 3}` })
    const formats = [
      { set: 'Workplace images', media: (n: number) => [file('square.png', n)] },
      { set: 'Office carousel', media: (n: number) => [1, 2].map((card) => file('square.png', n + card)) },
      { set: 'Workshop film', media: (n: number) => [file('square.mp4', n)] },
      { set: 'Buying guide', media: (n: number) => [file('document.pdf', n)] },
    ]
    return times(count, (n) => {
      const { set, media } = formats[n % formats.length]!
      return {
        ...texts,
        // The platform takes no two posts that say the same.
        description: `${name} ${n}`,
        cta: set === 'Office carousel' ? undefined : 'LEARN_MORE',
        adAccountId,
        adName: `${name} ${n}`,
        adSets: [sets.find(({ label }) => label === set)!.value],
        media: media(n),
        // Only so many can be shown at once.
        launchPaused: true,
      }
    })
  },
}

export const kinds: Record<string, Kind> = {
  primary,
  'short-video': shortVideo,
  'photo-messaging': photoMessaging,
  pin,
  'professional-network': network,
  'mobile-app': mobileApp,
}
