// The examples of the project (examples/letter.txt, examples/members.csv), as they are there.

export const LETTER = `Dear colleague,

Thank you for seeing this 34-year-old carpenter from Tarragona. He was admitted in March with fever, night sweats and weight loss. Bronchoscopy showed Pneumocystis pneumonia, and Kaposi's sarcoma was found on both legs. His CD4 count is low, so his immune system can no longer fight opportunistic infections.

He told us of unprotected sex and of a blood transfusion after an accident in Miami. The test for HIV was positive, and he was started on zidovudine and lamivudine. His mother was treated for breast cancer with radiotherapy; his father has diabetes.

He sleeps well and goes back to work next week. Please repeat the chest X-ray in June.
`;

export const MEMBERS = `id,sex,age,city,joined,diagnosis,note
m01,female,34,Lyon,2021-03-14,asthma,"I am 34 and moved to Lyon from Ghent with my sister Carla."
m02,female,36,Lyon,2021-03-20,asthma,"Since the spring I run along the Rhone; I am 36 years old."
m03,male,35,Lyon,2021-04-02,migraine,"My doctor in Lyon is from Ghent. I joined in April 2021."
m04,male,38,Lyon,2021-04-11,diabetes,"At 38 I work as a teacher, and on Sundays I sing."
m05,female,52,Oslo,2019-11-05,diabetes,"A nurse from Bergen told me of the group here in Oslo."
m06,female,57,Oslo,2019-11-23,migraine,"I am a nurse. Oslo is dark in November, and I am 57."
m07,male,55,Oslo,2019-12-01,asthma,"My name is Henrik, I am a nurse in Bergen."
m08,male,51,Oslo,2019-12-19,migraine,"Write to henrik@example.org if you come to Oslo."
m09,female,23,Porto,2022-06-08,asthma,"I study in Porto and work as a waiter at night."
m10,female,27,Porto,2022-06-30,diabetes,"Three months ago I came to Porto as a waiter."
m11,male,25,Porto,2022-07-15,migraine,"I am twenty-five, a waiter, and I came from Braga."
m12,male,24,Porto,2022-07-21,asthma,"Braga was too small for me; I am a waiter now."
m01,female,34,Lyon,2021-09-30,asthma,"Carla joined too. We meet at the Croix-Rousse."
`;
