/** Where on each of its networks ads are seen: the wire's words, and what people call these places. */
export const primaryPositions = [
  { name: 'feed', title: 'Feed' },
  { name: 'profile_feed', title: 'Feeds of profiles' },
  { name: 'marketplace', title: 'Marketplace' },
  { name: 'right_hand_column', title: 'Right column' },
  { name: 'story', title: 'Stories' },
  { name: 'facebook_reels', title: 'Reels' },
  { name: 'instream_video', title: 'In-stream videos' },
  { name: 'search', title: 'Search results' },
  { name: 'notification', title: 'Notifications' },
]

export const secondaryPositions = [
  { name: 'stream', title: 'Feed' },
  { name: 'profile_feed', title: 'Feeds of profiles' },
  { name: 'explore_home', title: 'Explore' },
  { name: 'story', title: 'Stories' },
  { name: 'reels', title: 'Reels' },
  { name: 'profile_reels', title: 'Reels of profiles' },
  { name: 'ig_search', title: 'Search results' },
]

export const audienceNetworkPositions = [
  { name: 'classic', title: 'Native, banner and interstitial' },
  { name: 'rewarded_video', title: 'Rewarded videos' },
]
