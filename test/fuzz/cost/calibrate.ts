/** As much JSON as a body of about 100 kB. */
const document = JSON.stringify(
  Array.from({ length: 1_000 }, (_, at) => ({
    id: at,
    name: `Name ${at}`,
    tags: ['a', 'b', 'c'],
    inner: { x: at / 7 },
  })),
)
const rounds = 20

/** The same work on every machine: reading a document, and looking at every value of it. */
export function calibrate(): number {
  let values = 0
  for (let round = 0; round < rounds; round++) values += countValues(JSON.parse(document))
  return values
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 1)
}
