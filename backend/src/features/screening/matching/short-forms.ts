/** Short forms of given names that their spelling does not reveal. The first name in a line is the full name. */
const LINES = `
alexander aleksandr alex sasha sacha
anthony antonio tony
charles chuck charlie
dmitri dmitry dmitriy dima
edward eduardo ed eddie ted
elizabeth liz beth betty
eugene evgeny yevgeny zhenya gene
francisco paco pancho
henry harry hank
james jim jimmy
john jack johnny
jose pepe
joseph joe
katherine kate kathy
konstantin kostya
margaret peggy maggie
michael mike mikhail misha
nicholas nikolai nick kolya
patrick pat paddy
richard dick rick
robert bob rob bobby
sergei sergey seryozha
theodore ted teddy
thomas tom tommy
vladimir vova volodya
william bill will billy
yuri yury yura
`;

const lines = new Map<string, readonly (readonly string[])[]>();
for (const line of LINES.trim().split('\n')) {
  const forms = line.split(' ');
  for (const name of forms) lines.set(name, [...(lines.get(name) ?? []), forms]);
}

/** Other forms of the same given name. */
export const otherForms = (word: string): string[] => (lines.get(word) ?? []).flat().filter((form) => form !== word);
