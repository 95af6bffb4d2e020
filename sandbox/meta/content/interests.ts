interface Interest {
  id: string
  name: string
  audience: number
  path: string[]
  topic: string
  /** Known, but no longer to be targeted. */
  is_deprecated?: true
}

/** The topic comes first, then what lies between `Interests` and the name. */
function interest(id: string, name: string, audience: number, [topic, ...path]: [string, ...string[]]): Interest {
  return { id, name, audience, path: ['Interests', ...path, name], topic }
}

/** A few of the interests that can be targeted. Ids are the sandbox's own. */
export const interests: Interest[] = [
  interest('6003107902433', 'Football', 820_000_000, ['Sports and outdoors', 'Sports and outdoors']),
  interest('6003088846792', 'Hiking', 210_000_000, ['Sports and outdoors', 'Outdoor recreation']),
  interest('6003384248805', 'Fitness and wellness', 970_000_000, ['Fitness and wellness']),
  interest('6003306084421', 'Yoga', 240_000_000, ['Fitness and wellness', 'Fitness and wellness']),
  interest('6003348604581', 'Fashion accessories', 560_000_000, ['Shopping and fashion', 'Shopping and fashion']),
  interest('6003346592981', 'Online shopping', 1_100_000_000, ['Shopping and fashion', 'Shopping and fashion']),
  interest('6003167425934', 'Shopping', 1_200_000_000, ['Shopping and fashion']),
  interest('6003234413249', 'Home decor', 340_000_000, ['Hobbies and activities', 'Home and garden']),
  interest('6003476182657', 'Family', 900_000_000, ['Family and relationships']),
  interest('6003020834693', 'Music', 1_000_000_000, ['Entertainment']),
  interest('6003139266461', 'Movies', 1_050_000_000, ['Entertainment']),
  interest('6004037107009', 'Boutiques', 190_000_000, ['Shopping and fashion', 'Shopping and fashion']),
  { ...interest('6003000000001', 'Pager collecting', 1_000, ['Hobbies and activities']), is_deprecated: true },
]
