/** The companies whose ads the library holds. All are made up. */
export interface Brand {
  id: string
  name: string
  domain: string
  industry: string
  /** What they sell, for the texts of their ads. */
  goods: string[]
}

const plans: [name: string, industry: string, goods: string[]][] = [
  ['Alder & Moss', 'Outdoor', ['rain jacket', 'trail shoe', 'day pack']],
  ['Brightwater Coffee', 'Food and drink', ['espresso blend', 'cold brew', 'coffee club']],
  ['Cinder Kitchen', 'Home', ['carbon pan', 'chef knife', 'cutting board']],
  ['Dovetail Desks', 'Furniture', ['standing desk', 'oak shelf', 'cable tray']],
  ['Ember Yoga', 'Fitness', ['travel mat', 'morning course', 'cork block']],
  ['Fable Toys', 'Children', ['wooden train', 'story lamp', 'puzzle box']],
  ['Glasshouse Skin', 'Beauty', ['day cream', 'night serum', 'sun milk']],
  ['Hollow Creek Bikes', 'Mobility', ['city bike', 'cargo bike', 'helmet']],
  ['Ironbark Tools', 'Tools', ['cordless drill', 'tool roll', 'workbench']],
  ['Juniper Pets', 'Pets', ['dog bed', 'salmon snack', 'cat tree']],
  ['Kestrel Audio', 'Electronics', ['open headphones', 'shelf speaker', 'turntable']],
  ['Lantern Learning', 'Education', ['language course', 'maths tutor', 'reading club']],
]

export const brands: Brand[] = plans.map(([name, industry, goods], index) => ({
  id: `brand_${String(index + 1).padStart(2, '0')}`,
  name,
  domain: `${name.toLowerCase().replace(/[^a-z]+/g, '-')}.example`,
  industry,
  goods,
}))

export function findBrand(id: string): Brand | undefined {
  return brands.find((brand) => brand.id === id)
}
