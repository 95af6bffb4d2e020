import { applovin } from './applovin/index.ts'
import { googleAds } from './google-ads/index.ts'
import { linkedin } from './linkedin/index.ts'
import { meta } from './meta/index.ts'
import { pinterest } from './pinterest/index.ts'
import { createPlatforms } from './registry.ts'
import { snapchat } from './snapchat/index.ts'
import { tiktok } from './tiktok/index.ts'

/** The one table of platforms: what a service works with unless it is given others. */
export const builtIn = createPlatforms([meta, pinterest, snapchat, tiktok, googleAds, linkedin, applovin])
