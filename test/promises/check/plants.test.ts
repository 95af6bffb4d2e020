import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plants as ofMoney } from '../../money/plants.ts'
import { plants as ofSimulation } from '../../simulate/plants.ts'
import { planted } from '../../support/plant.ts'
import { plants as ofUpgrade } from '../../upgrade/plants.ts'

/** A mistake that finds no place is never planted, and a proof that looks for it proves nothing. */
for (const [proof, plants] of Object.entries({ money: ofMoney, simulation: ofSimulation, upgrade: ofUpgrade })) {
  for (const plant of plants)
    test(`the ${proof} can be given a mistake: ${plant.name}, ${plant.file}`, () => assert.notEqual(planted(plant), ''))
}

test('a mistake whose place is gone is named', () => {
  const gone = { name: 'gone', file: 'core/guards/gate.ts', find: 'no such words', replace: '' }
  assert.throws(() => planted(gone), /The plant "gone" finds no place in src\/core\/guards\/gate\.ts/)
})
