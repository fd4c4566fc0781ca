// swift-format-ignore-file
// Made by Scripts/generate-charset-tables from the data of the WHATWG Encoding Standard; not edited by hand.

extension CodedTables {
    static let singleByte: [String: String] = [
        "ibm866": """
            dG}#Rf1b##OgM;Mr#<&=H--&&N5)M74DM2MpM;#.0K*0DM/.#,#<&0#M'&NC<O9,1)De.{}#2N;N<N9N<N9N<N1N<b:f'xe%$f'yR;e$mf1qe$i
            """,
        "iso-8859-10": """
            OC}#CNe=A1(=OcOjMPN<-M%Q.PaM:OyNF=A1(=ODOKMPN<-M%e~:e&~M:N5My}#(NmM>N%N:N9N2N1###O+/O6###OfOeOvOu}#(M;M:}#(N.M>M\
            BMWMVMOMN###NH/NS###O'O&O7O6}#'Ml
            """,
        "iso-8859-13": """
            OC}#Ce~Be$k##e~Ce$o#MYMXP@P?###M'M&###e~Ae$~##MzMyO~O}###MGM3MKMV-N##NB00N%PFNf9I<CMAM4%O(O3O2##OxM]M)AOaP$%P%MC\
            MKMV-M@#M`00MBOdNf9I<CMAM4%NENPNO##O9M]M)AN~OA%e~>
            """,
        "iso-8859-14": """
            OC}#CexI#e$lNk#exQe$peyme$reyoO2QYe$v#P{exf#e&2#ey,#e%#eyBMMMNMOM@OhN~#MBe%-}#2P0P/}#(eyVe%E}#(OtOs}#3OMOL}#(eyW\
            e%f}#(O5O4
            """,
        "iso-8859-15": """
            OC}#Ff#we$nP]P[PZPY}#-P{Pz##PuPt##Op#MAP[}#d
            """,
        "iso-8859-16": """
            OC}#CNe#Mpf#wOae&sP[PZPYTXTWQ'Q&Q%#Q$#NRMdMne~Be%##PuO&RHT9Op#MA)Pb##MxMwM|M{}#,MzM^O&##O9O8OIM#Os###MpR4SN###M9\
            M8M=M<}#,M;M^NC##NVNUNgM#O4###M1R4Rl
            """,
        "iso-8859-2": """
            OC}#CNeVmUPP#OtM1PO#PV(-KQ&Q+(Q$NFVqUTOaOUM1TRX/P8(-KT@T;(MJOk#MxMwO+MaMyN&N%N:N9N:N9#Mx%M^)O,#O9O8#OCM#OmOnOm#O\
            KOJO-O,#M9M8NHMaM:MCMBMWMVMWMV#M9%M^)NI#NVNU#NaM#O.O/O.#NiTg
            """,
        "iso-8859-3": """
            OC}#COMV(X|#~#$OAO>#OQMSM{M#OR~#$Q'Q$O/O.###N}N|#O3MSM{M#O4~#$PePb##~#$%N((M}}#+~#$%###N4N3#N&N%###ObDO>###~#$%M\
            E(M>}#+~#$%###MQMP#MCMB###O#DTs
            """,
        "iso-8859-4": """
            OC}#CNeM`M3PMOIGOm#PVN;AN$P[Q+Q*#NFVqU*P/O+GU5X/P8N;AN$M4M`MaN5My}#(NmM>N%N:N9N2N1#NTM.Mb/M&Nd}#'OvOu##OY%OZM;M:\
            }#(N.M>MBMWMVMOMN#MrM.Mb/M&N%}#'O7O6##Nw%TV
            """,
        "iso-8859-5": """
            OC}#C`S}#.`R`S}#ef%*e/0}#.bHbI#
            """,
        "iso-8859-6": """
            OC}#C~#&)~#*e4$e$v~#0e43~#&)~#$%}#<~#(-}#5~#0
            """,
        "iso-8859-7": """
            OC}#Ce~=#e$lf#w'e$o###]D]C##~#$e~:e$y###]D##]C]D##]C]D]C]D}#6~#$%}#N~#$
            """,
        "iso-8859-8": """
            OC}#C~#$%}#*MSMR}#1MtMs###~#Ce~<e3C}#=~#%e~3#~#$
            """,
        "koi8-r": """
            f0+%5))))1111N$))))###ZAZXaG#MSM/#e$if*oe$y%+Mxf0|##e/0f1#}#1e.;f12}#-e$rb%M6#KH#?FE>}#*AB###>,M+&LC+,('M2M6#KH#\
            ?FE>}#*AB###>,M+&LC+,('
            """,
        "koi8-u": """
            f0+%5))))1111N$))))###ZAZXaG#MSM/#e$if*oe$y%+Mxf0|##e/0'f1$e/5#f1'}#'e/qMaf1.###e.;'f13e.@#f16}#'e/pOH`_b%M6#KH#\
            ?FE>}#*AB###>,M+&LC+,('M2M6#KH#?FE>}#*AB###>,M+&LC+,('
            """,
        "macintosh": """
            Pq#%%1+-+&%%&%%%&%#%&%#%%&%%&+&%#e~Ee$y@#)e~Ge%#MIM].f%6e$}<f(de%3Ef'}e$zf(h#e$nAf'a?(e-Uf(.e$sA^%]+EMmM67f'ye'I\
            f(KN#e$tAe~Ke$iM7'EO;#e~8#1#.#e%ef2?e%mO3e~jNmO*#li.#e~Fe%$e~?)Ee%/165*+##*/#lcNe%?1#(NLUIM#XlXa##XUXX(L
            """,
        "windows-1250": """
            f#we$Ie~?e$Ke~C10#e$Pe~Ue&se~_e&m5M),Qae~=#'#+B#e$af%6e&te~`e&n5M),QBX]CUPP#N]N[###PPPO###Q%Q$#XcUTOa}#'N6NPP1OE\
            U`UaMtMJOk#MxMwO+MaMyN&N%N:N9N:N9#Mx%M^)O,#O9O8#OCM#OmOnOm#OKOJO-O,#M9M8NHMaM:MCMBMWMVMWMV#M9%M^)NI#NVNU#NaM#O.O\
            /O.#NiTg
            """,
        "windows-1251": """
            d+#e~?e/2e~C10#OWO<e.Ce~_e.D%&)M~e~=#'#+B#e$af%6e/8e~`e/9%&)b]`nN<NK`]cXcW#`E`D`G`F###`C`B#`;N<Mnc;##akf%*e/3ala\
            qNEN<%N-}#c
            """,
        "windows-1252": """
            f#we$Ie~?e'Ie~C10#e*me~Ue&se~_e&ePtQlQk#e~=#'#+B#e+'f%6e&te~`e&fPUQM0Q>}$'
            """,
        "windows-1253": """
            f#we$Ie~?e'Ie~C10#e$Pe~Ue$Re~_e$T}#'e~=#'#+B#e$af%6e$ce~`e$e}#']m#]l}#)~#$%###e~:e$y###]D]C##]D##]C]D]C]D}#6~#$%\
            }#N~#$
            """,
        "windows-1254": """
            f#we$Ie~?e'Ie~C10#e*me~Ue&se~_e&ePt###e~=#'#+B#e+'f%6e&te~`e&fPU#Q?Q>}#RN:N9}#.NDMSOB}#3MWMV}#.MbMSN`
            """,
        "windows-1255": """
            f#we$Ie~?e'Ie~C10#e*me~Ue$Re~_e$T}#'e~=#'#+B#e+'f%6e$ce~`e$e}#*f#ue$n}#'MSMR}#1MtMs}#'e3#}#6MQ}#'~#*MB}#=~#%e~3#\
            ~#$
            """,
        "windows-1256": """
            f#we5;e~?e'Ie~C10#e*me~Ue56e~_e&ee5CEDMEe~=#'#+B#e5gf%6e5Ne~`e&fe~1#e5xe$ie4$e$k}#*e5|e$t}#1e43e%(###e47P*P)}#8e\
            %De4O###-###e%Me4]e%Oe4^###e%T}#'e4b#e%[#e4d###e%be4h#e%ee4je%ge4ke%i#e~3#e64
            """,
        "windows-1257": """
            f#we$Ie~?e$Ke~C10#e$Pe~Ue$Re~_e$TM/XLX/MJe~=#'#+B#e$af%6e$ce~`e$eGXgY.#~#$%##~#$%#MYMXP@P?###M'M&}#*MzMyO~O}###M\
            GM3MKMV-N##NB00N%PFNf9I<CMAM4%O(O3O2##OxM]M)AOaP$%P%MCMKMV-M@#M`00MBOdNf9I<CMAM4%NENPNO##O9M]M)AN~OA%T0
            """,
        "windows-1258": """
            f#we$Ie~?e'Ie~C10#e*me~Ue$Re~_e&ePt###e~=#'#+B#e+'f%6e$ce~`e&fPU#Q?Q>}#EMxMw}#*XyXx##MzMyY#X~#Q#P~}#)Q1S~XY###M9\
            M8}#*X:X9##M;M:XsXr#P@P?}#)PNf#ve%m
            """,
        "windows-874": """
            f#we$I###e~Ke$N}#-e~=#'#+B#e$a}#+eJG}#]~#'+}#?~#'
            """,
        "x-mac-cyrillic": """
            dG}#Be~Ee$yc@c^)e~Ge%#`1`D.f%6e.<N<f(de.=N<f'}e$zf(h#e/5a|c8OV,N<N9N<N;N<N=N<(NE`Ff'ye'If(KN#e$tAe~Ke$i`hN<N=N<2\
            e~8#1#.#e%ee~Ce.HN<N=N<f%*e.;N<(M8}#Af#w
            """,
    ]
}
