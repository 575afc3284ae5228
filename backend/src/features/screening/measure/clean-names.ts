import type { Random } from '#platform/seeded-random.js';

/** Given names and surnames that are common in the United States, of all common origins. */
const GIVEN =
  `James Mary John Patricia Robert Jennifer Michael Linda William Elizabeth David Barbara Richard Susan Joseph
  Jessica Thomas Sarah Charles Karen Christopher Nancy Daniel Lisa Matthew Betty Anthony Margaret Mark Sandra Donald
  Ashley Steven Kimberly Paul Emily Andrew Donna Joshua Michelle Kenneth Dorothy Kevin Carol Brian Amanda George Melissa
  Edward Deborah Ronald Stephanie Timothy Rebecca Jason Sharon Jeffrey Laura Ryan Cynthia Jacob Kathleen Gary Amy
  Nicholas Angela Eric Shirley Jonathan Anna Stephen Brenda Larry Pamela Justin Emma Scott Nicole Brandon Helen Benjamin
  Samantha Samuel Katherine Gregory Christine Frank Debra Alexander Rachel Raymond Carolyn Patrick Janet Jack Catherine
  Dennis Maria Jerry Heather Tyler Diane Aaron Ruth Jose Julie Adam Olivia Henry Joyce Nathan Virginia Douglas Victoria
  Zachary Kelly Peter Lauren Kyle Christina Ethan Joan Walter Evelyn Noah Judith Jeremy Megan Christian Andrea Keith
  Cheryl Roger Hannah Terry Jacqueline Gerald Martha Harold Gloria Sean Teresa Austin Ann Carl Sara Arthur Madison
  Lawrence Frances Dylan Kathryn Jesse Janice Jordan Jean Bryan Abigail Billy Alice Joe Julia Bruce Judy Gabriel Sophia
  Logan Grace Albert Denise Willie Amber Alan Doris Juan Marilyn Wayne Danielle Elijah Beverly Randy Isabella Roy Theresa
  Vincent Diana Ralph Natalie Eugene Brittany Russell Charlotte Bobby Marie Mason Kayla Philip Alexis Louis Lori Luis
  Carlos Miguel Carmen Rosa Wei Ming Priya Raj Mohammed Fatima Ali Omar Aisha Yusuf Ivan Olga Dmitri Elena Hiroshi Yuki
  Minh Linh Jin Soo Kwame Ngozi Chidi Amara Pierre Chloe Hans Greta Giulia Marco`.split(/\s+/);
const SURNAMES =
  `Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson
  Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker
  Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter
  Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers
  Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood
  James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell
  Jenkins Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Gonzales Fisher Vasquez Simmons Romero Jordan
  Patterson Alexander Hamilton Graham Reynolds Griffin Wallace Moreno West Cole Hayes Bryant Herrera Gibson Ellis Tran
  Medina Aguilar Stevens Murray Ford Castro Marshall Owens Harrison Fernandez McDonald Woods Washington Kennedy Wells
  Vargas Henry Chen Freeman Webb Tucker Guzman Burns Crawford Olson Simpson Porter Hunter Gordon Mendez Silva Shaw Snyder
  Mason Dixon Munoz Hunt Hicks Holmes Palmer Wagner Black Robertson Boyd Rose Stone Salazar Fox Warren Mills Meyer Rice
  Schmidt Garza Daniels Ferguson Nichols Stephens Soto Weaver Ryan Gardner Payne Grant Dunn Kelley Spencer Hawkins Khan
  Ahmed Hussain Singh Wang Zhang Liu Yang Huang Tanaka Sato Park Choi Ivanov Petrov Novak Kowalski Muller Rossi Okafor
  Mensah Cohen Levy Haddad Nasser Hoang Pham Costa Santos`.split(/\s+/);

export interface CleanPerson {
  name: string;
  /** YYYY-MM-DD. */
  birthDate: string;
}

const FIRST_YEAR = 1940;
const YEARS = 66;

/** An unlisted person: every second one with a middle name or initial. */
export function cleanPerson(random: Random): CleanPerson {
  const middle = random.pick([
    () => '',
    () => '',
    () => ` ${random.pick(GIVEN)}`,
    () => ` ${random.pick(GIVEN)[0]}.`,
  ])();
  const two = (most: number) => String(1 + random.below(most)).padStart(2, '0');
  return {
    name: `${random.pick(GIVEN)}${middle} ${random.pick(SURNAMES)}`,
    birthDate: `${FIRST_YEAR + random.below(YEARS)}-${two(12)}-${two(28)}`,
  };
}
